/**
 * The cases that are tried on one of several hosts, such as oclif 4 and oclif 5: every second one of two, every third of three;
 * the rest are tried on the others.
 *
 * For cases that are told apart by the plugin's own code, which is the same on each: one start of a CLI for each case is
 * enough. Where oclif itself has a say, a case is to be tried beside both.
 */
export function shareOf<T>(cases: readonly T[], host: number, hosts = 2): readonly T[] {
  return cases.filter((_, at) => at % hosts === host % hosts)
}
