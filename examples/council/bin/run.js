#!/usr/bin/env node
import { execute } from "@byhand/oclif/run"

await execute({ dir: import.meta.url })
