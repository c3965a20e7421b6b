type SoundPlayerProps = {
  src: string;
  /** What it is, for those who don't see the page. */
  label: string;
};

/** Plays a sound. Captions are not possible: recordings have no transcript, and sounds of a text have it beside them. */
export function SoundPlayer({ src, label }: SoundPlayerProps) {
  // biome-ignore lint/a11y/useMediaCaption: see above
  return <audio controls src={src} className="w-full" aria-label={label} />;
}
