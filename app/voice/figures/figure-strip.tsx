import { commas } from "../../../rules/format";
import { type CallSums, callFigures } from "../../../rules/voice-metrics";
import { href } from "../../href";
import { percent, took } from "../../kit/call-labels";
import { Stat } from "../../kit/ui/stat";

type Query = Record<string, string | number>;
type StripProps = {
  sums: CallSums;
  target: { seconds: number; percent: number };
  /** Which calls they are of, as the lists behind them are asked. */
  query: Query;
};

/** The figures of customers who called in; each opens the callers it counts. */
export function InboundFigures({ sums, target, query }: StripProps) {
  const figures = callFigures(sums);
  const callers = (more: Query = {}) => href("/voice/reports/waiting", undefined, { ...query, ...more });
  const { serviceLevel } = figures;
  const missed = serviceLevel !== null && serviceLevel < target.percent;
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
      <Stat
        label={`Service level in ${target.seconds} s`}
        value={`${missed ? "▲ " : ""}${percent(serviceLevel)}`}
        late={missed}
        note={
          serviceLevel === null
            ? `Target ${target.percent}%`
            : `Target ${target.percent}%, ${missed ? "missed" : "met"}`
        }
        to={callers({ outcome: "in_time" })}
      />
      <Stat
        label="Average speed of answer"
        value={took(figures.averageSpeedOfAnswer)}
        note={`Longest ${took(sums.longestWait)}`}
        to={callers({ outcome: "answered" })}
      />
      <Stat
        label="Average handle time"
        value={took(figures.averageHandleTime)}
        note={`${commas(sums.handled)} answered calls, in and out`}
        to={href("/voice/reports/calls", undefined, { ...query, handled: 1 })}
      />
      <Stat
        label="Abandonment"
        value={percent(figures.abandonment)}
        note={`${commas(sums.abandoned)} of ${commas(figures.offered)}, ${commas(sums.abandonedEarly)} early`}
        to={callers({ outcome: "abandoned" })}
      />
      <Stat
        label="Answered"
        value={commas(sums.answered)}
        note={`of ${commas(figures.offered)} offered`}
        to={callers({ outcome: "answered" })}
      />
    </div>
  );
}

/** The figures of agents and of calls that went out. */
export function AgentFigures({ sums, query }: Omit<StripProps, "target">) {
  const figures = callFigures(sums);
  const calls = (more: Query) => href("/voice/reports/calls", undefined, { ...query, ...more });
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
      <Stat label="Occupancy" value={percent(figures.occupancy)} note={`of ${took(sums.staffed)} logged in`} />
      <Stat
        label="Calls out"
        value={commas(sums.attempts)}
        note={`${percent(figures.connected)} answered`}
        to={calls({ type: "outbound" })}
      />
      <Stat
        label="Answered calls out"
        value={commas(sums.connects)}
        to={calls({ type: "outbound", status: "Complete" })}
      />
      {sums.pickedUp > 0 && (
        <Stat
          label="Automatic, without an agent"
          value={percent(figures.dropShare)}
          note={`${commas(sums.dropped)} of ${commas(sums.pickedUp)} that a person answered`}
        />
      )}
      {sums.machines > 0 && (
        <Stat
          label="Answering machines"
          value={commas(sums.machines)}
          note="Automatic calls, not counted as answered"
          to={calls({ status: "AnsweringMachine" })}
        />
      )}
      <Stat
        label="Not picked up"
        value={percent(figures.ringNoAnswer)}
        note={`${commas(sums.ringNoAnswer)} of ${commas(sums.rung)} that rang`}
        to={calls({ status: "RingNoAnswer" })}
      />
    </div>
  );
}

/** The figures of callers in call flows, beside those who were answered or gave up in a queue. */
export function FlowFigures({ sums, query }: Omit<StripProps, "target">) {
  const { from, to, number } = query;
  const narrowed = { ...(from && { from }), ...(to && { to }), ...(number && { number }) };
  const flows = (outcome: string) => href("/voice/reports/flows", undefined, { ...narrowed, outcome });
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-3">
      <Stat label="Gave up in a menu" value={commas(sums.menuAbandoned)} to={flows("abandoned_menu")} />
      <Stat
        label="Went on without an answer"
        value={commas(sums.overflowed)}
        note="Out of a queue, to another step"
        to={href("/voice/reports/waiting", undefined, { ...query, outcome: "overflowed" })}
      />
      <Stat label="Voicemails" value={commas(sums.voicemails)} to={flows("voicemail")} />
    </div>
  );
}
