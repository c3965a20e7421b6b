import type { SVGProps } from "react";

type IconProps = Omit<SVGProps<SVGSVGElement>, "ref"> & { size?: number };

/**
 * An icon drawn from the one file of icons (scripts/icon-sprite.mjs), which the browser keeps. A list page has a hundred
 * icons: as shapes of their own they were a third of its elements. What they have in common is in icon.css.
 * @param address the file and the icon's id in it
 */
export function createIcon(address: string) {
  const drawing = <use href={address} />;
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each icon, when the icons are loaded
  return function Icon({ size = 24, className, ...more }: IconProps) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: hidden unless it is given a name
      <svg
        className={className ? `lucide ${className}` : "lucide"}
        width={size}
        height={size}
        aria-hidden={more["aria-label"] === undefined}
        {...more}
      >
        {drawing}
      </svg>
    );
  };
}
