export { expectPersonOnly, runAsPerson, runPiped, Terminal } from "@byhand/conformance"
