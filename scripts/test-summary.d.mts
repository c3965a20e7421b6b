export type Count = { passed: number; failed: number };
export function countVitest(report: unknown, status: number): Count;
export function countPlaywright(report: unknown, status: number): Count;
export function sum(counts: Count[]): Count;
export function verdict(count: Count): 0 | 1;
export type TestTime = { name: string; seconds: number };
export function timesVitest(report: unknown): TestTime[];
export function timesPlaywright(report: unknown): TestTime[];
export function slowLines(times: readonly TestTime[]): string[];
