import { randomUUID } from "node:crypto"
import { open, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { usageError, whyNot } from "./usage-error.ts"

/** A file that a result goes to: it holds what it held, or the whole result. */
export class OutputFile {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /**
   * Makes sure that a result could be written, before it costs anything.
   *
   * @throws HarnessFailure OUTPUT_UNWRITABLE
   */
  static async at(path: string): Promise<OutputFile> {
    const output = new OutputFile(path)
    try {
      const found = await stat(path).catch(() => undefined)
      if (found !== undefined && !found.isFile()) throw new Error("it is not a file")
      await rm(await output.#writeBeside(""))
      return output
    } catch (thrown) {
      throw usageError(
        "OUTPUT_UNWRITABLE",
        `The result could not be written to ${path}: ${whyNot(thrown)}. Nothing was run.`
      )
    }
  }

  /** @throws file system errors, after which the file is as it was */
  async write(text: string): Promise<void> {
    const whole = await this.#writeBeside(text)
    try {
      await rename(whole, this.path)
    } catch (thrown) {
      await rm(whole, { force: true })
      throw thrown
    }
  }

  async #writeBeside(text: string): Promise<string> {
    const path = join(dirname(this.path), `.${randomUUID()}.tmp`)
    const file = await open(path, "wx")
    try {
      await file.writeFile(text)
      await file.sync()
    } catch (thrown) {
      await rm(path, { force: true })
      throw thrown
    } finally {
      await file.close()
    }
    return path
  }
}
