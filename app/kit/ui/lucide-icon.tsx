import { createElement, type SVGProps } from "react";

/** An element of an icon, as the lucide package tells it, on a field of 24 by 24. */
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];
type IconProps = Omit<SVGProps<SVGSVGElement>, "ref"> & { size?: number };

/**
 * Takes the place of lucide's own `createLucideIcon` (vite.config.ts). There an icon is two components around an element
 * of eleven attributes; a page has fifty icons, and they were a tenth of its time on the server. Here the shapes, which
 * never change, are made once, and what all icons have in common is in marks.css.
 */
export default function createLucideIcon(name: string, shapes: readonly Shape[]) {
  const drawing = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when its module is loaded
  function Icon({ size = 24, className, ...more }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: hidden unless it is given a name
      <svg
        className={className ? `lucide ${className}` : "lucide"}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        aria-hidden={more["aria-label"] === undefined}
        {...more}
      >
        {drawing}
      </svg>
    );
  }
  Icon.displayName = name;
  return Icon;
}
