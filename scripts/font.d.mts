export const fontFile: string;
export function makeFont(): Promise<Buffer>;
