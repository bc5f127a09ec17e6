import { afterAll } from "vitest"
import { Home } from "./home.ts"

const homes: Home[] = []
afterAll(() => homes.forEach((home) => home.remove()))

/** A home of its own, which is gone after the tests of the file. */
export function newHome(): Home {
  const home = new Home()
  homes.push(home)
  return home
}

/** A run without gates, as far as its tape. */
export const unreviewed = ["run", "--prompt", "Do it", "--review", "none"] as const
