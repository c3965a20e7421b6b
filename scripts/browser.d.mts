export function findBrowser(
  env?: Record<string, string | undefined>,
): Promise<{ executablePath: string; args: string[]; env: Record<string, string> }>;
