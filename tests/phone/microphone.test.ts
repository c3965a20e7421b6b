import { expect, test } from "vitest";
import { findDevice, readChosen, writeChosen } from "../../app/shell/phone/microphone";

function storage(first?: string) {
  let kept = first ?? null;
  return {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text;
    },
  };
}

test("a headset is found by its id, or by its name when the browser gave it another", () => {
  const headset = { id: "a", label: "Headset" };
  const there = [
    { id: "b", label: "Headset" },
    { id: "c", label: "Built-in" },
  ];
  expect(findDevice(headset, [headset, ...there])).toEqual(headset);
  expect(findDevice(headset, there)?.id).toBe("b");
  expect(findDevice(headset, [{ id: "c", label: "Built-in" }])).toBeUndefined();
  expect(findDevice({ id: "x", label: "" }, [{ id: "y", label: "" }])).toBeUndefined();
});

test("what was chosen is remembered, and what storage holds otherwise is no choice", () => {
  const kept = storage();
  writeChosen({ audioinput: { id: "a", label: "Headset" } }, kept);
  expect(readChosen(kept)).toEqual({ audioinput: { id: "a", label: "Headset" } });
  for (const odd of ["", "{", "null", '{"audioinput":7}', '{"audioinput":{"id":1}}'])
    expect(readChosen(storage(odd))).toEqual({});
});
