/** A reporter of vitest that names each test which failed at first and passed when it was tried once more. */
export default class SecondTries {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky === true)
      this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    if (this.#names.length === 0) return
    console.log(`Passed at their second try only (${this.#names.length}):`)
    for (const name of this.#names) console.log(`  ${name}`)
  }
}
