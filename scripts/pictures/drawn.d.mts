export function pictures(): Promise<Record<string, string>>
