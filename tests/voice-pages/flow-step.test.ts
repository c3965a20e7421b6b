import { expect, test } from "vitest";
import { heldStep, newStep, StepForms, typedStep } from "../../app/voice/flows/step-form";
import { stepKinds } from "../../rules/voice-flow";
import { FlowStepForm } from "../../services/voice/contract.flows";

const empty = { draft: { first: 0, steps: [] } };

test.each(stepKinds)("a new step of the kind %s is saved as it is drawn", (kind) => {
  const step = newStep(kind, empty);
  // A box that is not ticked is not sent.
  const { announce: _, ...held } = heldStep(step);
  const typed = StepForms.parse({ intent: "save", ...held });
  if (typed.intent !== "save") throw new Error("it was to be saved");
  expect(FlowStepForm.parse(typedStep(typed, 0))).toEqual(step);
});

test("the keys of a menu lead where was chosen, and a number is what is dialled from anywhere", () => {
  const typed = (more: object) => {
    const form = StepForms.parse({ intent: "save", name: "Step", ...more });
    if (form.intent !== "save") throw new Error("it was to be saved");
    return typedStep(form, 4);
  };
  const menu = typed({ kind: "menu", key_1: "2", key_star: "3", keySeconds: "5", repeats: "0" });
  expect(menu).toMatchObject({ id: 4, keys: { "1": 2, "*": 3 }, repeats: "0" });
  expect(typed({ kind: "transfer", number: "0711 000 111", ringSeconds: "" })).toMatchObject({
    number: "+254711000111",
  });
});
