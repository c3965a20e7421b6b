import { expect, test } from "vitest";
import { MatchPreview } from "../../app/contacts/contact-group.import.$id.preview";
import { render } from "../kit-ui/render";

const rowsOf = async (numbers: string[]) => {
  const rows = numbers.map((number) => [number]);
  const html = await render(<MatchPreview rows={rows} uses={["phone"]} />);
  return html.split("<tr>").slice(-numbers.length);
};

test("the preview promises nothing about a number from abroad: only the import can judge it", async () => {
  const [kenyan, abroad, landline] = await rowsOf(["0722000001", "0011 447911123456", "020 2222222"]);
  expect(kenyan).toContain("+254 722 000 001");
  expect(kenyan).not.toContain("abroad");
  expect(abroad).toContain("From abroad: checked when the import runs");
  expect(landline).toContain("Refused: a landline");
});
