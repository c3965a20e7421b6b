import { LogOut, Pause, Play } from "lucide-react";
import type { SequencePerson } from "../../../services/crm/contract.enrolment";
import type { BulkAction } from "../../kit/lists/definition";
import { changeItems, undoChanges } from "../record/bulk";

const item = { id: ({ id }: SequencePerson) => id, called: ({ record }: SequencePerson) => record.name };

/** What can be done with several people of a sequence. */
export const peopleActions: readonly BulkAction<SequencePerson>[] = [
  {
    name: "pause",
    label: "Pause",
    icon: Pause,
    ask: (count) => ({
      title: `Pause ${count}?`,
      text: "No step is done before you resume them. A reply still ends it.",
      button: "Pause",
    }),
    run: (asked, rows) => changeItems(asked, rows, item, { what: "sequence paused" }),
    told: (count) => `${count} paused.`,
    undo: { run: undoChanges, told: (count) => `${count} resumed.` },
  },
  {
    name: "resume",
    label: "Resume",
    icon: Play,
    ask: (count) => ({
      title: `Resume ${count}?`,
      text: "They go on where they were. What was due meanwhile is done at the next time within the hours.",
      button: "Resume",
    }),
    run: (asked, rows) => changeItems(asked, rows, item, { what: "sequence resumed" }),
    told: (count) => `${count} resumed.`,
    undo: { run: undoChanges, told: (count) => `${count} paused.` },
  },
  {
    name: "end",
    label: "Take out",
    icon: LogOut,
    danger: true,
    ask: (count) => ({
      title: `Take ${count} out of the sequence?`,
      text: "They get no further step. What was sent stays sent.",
      button: "Take out",
    }),
    run: (asked, rows) => changeItems(asked, rows, item, { what: "sequence ended" }),
    told: (count) => `${count} taken out.`,
    undo: { run: undoChanges, told: (count) => `${count} back in the sequence.` },
  },
];
