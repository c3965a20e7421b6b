import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import type { LoadedBot } from "./loaded-bot";

/** What the bot did not understand, alike words together: the next keywords and choices. */
export function Misses({ bot, zone }: { bot: LoadedBot; zone: string }) {
  return (
    <Card label="Not understood">
      <CardHead title="Not understood" />
      {bot.misses.length === 0 ? (
        <p className="p-4 text-sm text-quiet">Nothing in the last 30 days.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {bot.misses.map(({ text, times, last_at }) => (
            <li key={text} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2">
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{text}</span>
              <span className="num">{times === 1 ? "once" : `${times} times`}</span>
              <span className="num text-quiet">
                <DateTime at={new Date(last_at * 1000).toISOString()} zone={zone} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
