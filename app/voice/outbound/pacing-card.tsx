import { Form } from "@remix-run/react";
import { listMachineActions } from "../../../rules/answering-machines";
import { commas } from "../../../rules/format";
import { dropDays, dropShareText, tenthsText } from "../../../rules/pacing";
import type { Pacing } from "../../../services/voice/contract.pacing";
import { numberWords } from "../../kit/call-labels";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select } from "../../kit/ui/field";
import { Stat } from "../../kit/ui/stat";
import { Status } from "../../kit/ui/status";
import { machineWords } from "../robocalls/robocall-labels";

type Errors = Record<string, string[] | undefined>;
export type TypedPacing = {
  mode: string;
  ratio: string;
  number_id: string;
  drop_sound_id: string;
  on_machine: string;
};

/** What a page of the list fills the form with. */
export function pacingFields({ mode, ratio, numberId, dropSoundId, onMachine }: Pacing): TypedPacing {
  return {
    ...{ mode, ratio: String(ratio), on_machine: onMachine },
    ...{ number_id: String(numberId ?? ""), drop_sound_id: String(dropSoundId ?? "") },
  };
}

const ratios = Array.from({ length: 21 }, (_, at) => tenthsText(10 + at));

type PacingCardProps = { pacing: Pacing; typed: TypedPacing; errors: Errors; working: boolean };

/** How a list is called: by its agents one by one, or automatically for those who are free, with what goes on now. */
export function PacingCard({ pacing, typed, errors, working }: PacingCardProps) {
  const field = (name: keyof TypedPacing) => ({
    ...{ id: name, name, defaultValue: typed[name], errors: errors[name] ?? [] },
  });
  return (
    <Card label="How it is called">
      <CardHead title="How it is called">
        {pacing.mode === "progressive" && (
          <Status kind={pacing.running ? "info" : "none"}>{pacing.running ? "Running" : "Paused"}</Status>
        )}
      </CardHead>
      <div className="grid gap-5 p-4">
        {pacing.mode === "progressive" && <Live pacing={pacing} working={working} />}
        <Form method="post" className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Select
              label="The numbers are called"
              choices={[
                { value: "preview", label: "By agents, one by one" },
                { value: "progressive", label: "Automatically, for free agents" },
              ]}
              {...field("mode")}
            />
            <Select
              label="Calls for each free agent"
              choices={ratios.map((value) => ({ value, label: value }))}
              help="Of automatic calls. With 1 everyone who answers has an agent."
              {...field("ratio")}
            />
            <Select
              label="Number that customers see"
              empty="Choose a number"
              choices={pacing.numbers.map(({ id, phoneNumber }) => ({
                value: String(id),
                label: numberWords(phoneNumber),
              }))}
              {...field("number_id")}
            />
            <Select
              label="When no agent is free"
              empty="The call ends"
              choices={pacing.sounds.map(({ id, name }) => ({ value: String(id), label: `Plays ${name}, then ends` }))}
              help="Sounds are uploaded, or made from a text, in the voice settings under Call flows."
              {...field("drop_sound_id")}
            />
            <Select
              label="When an answering machine answers"
              choices={listMachineActions.map((value) => ({ value, label: machineWords[value] }))}
              help="Of automatic calls. It takes a few seconds to tell, during which no agent is heard."
              {...field("on_machine")}
            />
          </div>
          <div>
            <Button name="intent" value="pacing" working={working}>
              Save how it is called
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

function Live({ pacing, working }: { pacing: Pacing; working: boolean }) {
  const { share, running } = pacing;
  const words = waitingWords(pacing);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Free agents" value={commas(pacing.freeAgents)} />
        <Stat label="Calls on their way" value={commas(pacing.inAir)} />
        <Stat label="Talking" value={commas(pacing.talking)} />
        <Stat label="Without an agent" value={dropShareText(share)} />
      </div>
      <p className="text-quiet">
        {`Without an agent within 2 s: ${commas(share.dropped)} of ${commas(share.answered)} answered by a person in ${dropDays} days. The limit is ${tenthsText(share.capTenths)} %.`}
      </p>
      {pacing.limited && <p role="status">{limitWords(pacing)}</p>}
      {words && <p role="status">{words}</p>}
      <Form method="post" className="flex flex-wrap items-center gap-3">
        <Button name="intent" value={running ? "pause" : "start"} variant="primary" working={working}>
          {running ? "Pause" : "Start"}
        </Button>
        {pacing.startedBy && (
          <span className="text-quiet">{`${running ? "Started" : "Last changed"} by ${pacing.startedBy}`}</span>
        )}
      </Form>
    </div>
  );
}

function limitWords({ share }: Pacing): string {
  return `Limited to one call for each free agent: ${dropShareText(share)} of answered calls in ${dropDays} days had no agent within 2 s, the limit is ${tenthsText(share.capTenths)} %.`;
}

/** Why no call is placed although the list runs. */
function waitingWords({ running, open, hours, freeAgents, inAir }: Pacing): string {
  if (!running) return "";
  if (!open) return `No calls now. Numbers of lists are called at these times: ${hours}.`;
  return freeAgents === 0 && inAir === 0 ? "No agent is free now." : "";
}
