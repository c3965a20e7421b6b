import type { Plugin } from "vite";

export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
export function iconSprite(): Plugin;
export function importedNames(): Set<string>;
export function makeSprite(names?: Iterable<string>): Promise<{
  icons: Map<string, { id: string; shapes: readonly Shape[] }>;
  text: string;
  fileName: string;
}>;
