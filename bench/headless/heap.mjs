/** Bytes in use after everything that can be collected was collected. Needs --expose-gc. */
export function heap() {
  for (let round = 0; round < 4; round += 1) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
