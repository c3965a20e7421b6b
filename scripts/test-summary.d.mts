export type Count = { passed: number; failed: number };
export function countVitest(report: unknown, status: number): Count;
export function countPlaywright(report: unknown, status: number): Count;
export function sum(counts: Count[]): Count;
export function verdict(count: Count): 0 | 1;
export type TestTime = { name: string; seconds: number };
export function timesVitest(report: unknown): TestTime[];
export function timesPlaywright(report: unknown): TestTime[];
export function slowLines(times: readonly TestTime[]): string[];
/**
 * `said`: the error as the runner writes it, with the colours of a terminal; `page`: the file with the runner's record
 * of the page; `held`: what of that is shown.
 */
export type TestFailure = { name: string; said: string; page?: string | undefined; held?: string[] };
export function pageLines(record: string): string[];
export function failuresVitest(report: unknown): TestFailure[];
export function failuresPlaywright(report: unknown): TestFailure[];
export function failureLines(failures: readonly TestFailure[]): string[];
export function warningLines(log: string): string[];
