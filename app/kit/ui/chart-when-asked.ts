import { type ComponentType, lazy } from "react";
import type { DrawingProps } from "./chart";

type Program = () => Promise<{ default: ComponentType<DrawingProps> }>;
export type DrawingPart = {
  Drawing: ComponentType<DrawingProps>;
  /** Asks for the program; until then what the server drew stays. */
  ask(): Promise<unknown>;
};

/**
 * A drawing whose program, 90 kB, is asked for when somebody turns to it. The server draws with the program at once; in
 * the browser React leaves what it drew alone for as long as the part that would take it over is on its way.
 */
export function drawnWhenAsked(drawing: ComponentType<DrawingProps> | Program): DrawingPart {
  if (import.meta.env.SSR) return { Drawing: drawing as ComponentType<DrawingProps>, ask: async () => undefined };
  const load = drawing as Program;
  let begin: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const loaded = asked.then(load);
  return {
    Drawing: lazy(() => loaded),
    ask: () => {
      begin();
      return loaded;
    },
  };
}
