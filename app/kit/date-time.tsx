import { showDate } from "../../rules/format";

/** A moment as people read it (R095), with the full instant on hover. */
export function DateTime({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at} title={at}>
      {showDate(at, zone)}
    </time>
  );
}
