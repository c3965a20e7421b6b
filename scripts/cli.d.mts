export const root: string;
export class Fault extends Error {}
export function sentenceFor(error: unknown, where: string): string | undefined;
