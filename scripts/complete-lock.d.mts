type Entry = { version?: string; dev?: boolean; optionalDependencies?: Record<string, string> };
export function missingFrom(packages: Record<string, Entry>): { owner: string; name: string; place: string }[];
