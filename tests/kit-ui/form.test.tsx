import { describe, expect, it } from "vitest";
import { Button, LinkButton } from "../../app/kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../app/kit/ui/checkbox";
import { Select, TextArea, TextInput } from "../../app/kit/ui/field";
import { FormErrors, howMany } from "../../app/kit/ui/form-errors";
import { attribute, render, tag } from "./render";

describe("a field", () => {
  it("is named by its label and described by its help and its error", async () => {
    const html = await render(
      <TextInput
        id="phone"
        name="phone"
        label="Phone number"
        help="Kenya only"
        errors={["Enter 9 digits after +254"]}
      />,
    );
    const input = tag(html, "<input", 'id="phone"');
    expect(attribute(tag(html, "<label"), "for")).toBe("phone");
    expect(attribute(input, "aria-invalid")).toBe("true");
    expect(attribute(input, "aria-describedby")).toBe("phone-description phone-error");
    expect(html).toContain('id="phone-description"');
    expect(html).toMatch(/id="phone-error".*Enter 9 digits after \+254/);
  });

  it("without an error is not marked, and points at nothing that is not there", async () => {
    const html = await render(<TextInput id="name" label="Name" aria-describedby="name-error" aria-invalid={true} />);
    const input = tag(html, "<input");
    expect(attribute(input, "aria-invalid")).toBeUndefined();
    expect(attribute(input, "aria-describedby")).toBeUndefined();
  });

  it("takes what conform's getInputProps gives, and names each description once", async () => {
    const given = {
      id: "f-name",
      name: "name",
      form: "f",
      required: true,
      "aria-invalid": true as const,
      "aria-describedby": "f-name-error hint",
    };
    const html = await render(<TextArea {...given} label="Message" errors={["Write a message"]} />);
    const area = tag(html, "<textarea");
    expect(attribute(area, "aria-describedby")).toBe("f-name-error hint");
    expect(attribute(area, "form")).toBe("f");
    expect(area).toContain("required");
  });

  it("keeps the choice that was made", async () => {
    const choices = [
      { value: "a", label: "TUMAINI" },
      { value: "b", label: "TUMAININEWS" },
    ];
    const html = await render(<Select id="s" label="Sender" empty="Choose one" choices={choices} defaultValue="b" />);
    expect(html).toContain('<option value="b" selected="">TUMAININEWS</option>');
    expect(html).toContain('<option value="">Choose one</option>');
  });

  it("in a group of ticks ties the error to the fieldset, and each tick to its words", async () => {
    const html = await render(
      <CheckboxGroup id="wrong" legend="What is wrong?" errors={["Tick at least one"]}>
        <Checkbox label="Delayed delivery" name="issue" value="1" />
      </CheckboxGroup>,
    );
    expect(attribute(tag(html, "<fieldset"), "aria-describedby")).toBe("wrong-error");
    expect(html).toMatch(/<label[^>]*><input name="issue" type="checkbox" value="1"\/><span>Delayed delivery/);
  });
});

describe("the error summary", () => {
  it("links each error to its field", async () => {
    const html = await render(
      <FormErrors errors={[{ text: "Choose a sender ID", field: "sender" }, { text: "Sorry" }]} />,
    );
    expect(attribute(tag(html, "<div"), "role")).toBe("alert");
    expect(html).toContain("There are 2 problems");
    expect(html).toMatch(/<a[^>]*href="#sender"[^>]*>Choose a sender ID<\/a>/);
  });
  it("counts in words and is not there when all is well", async () => {
    expect([1, 2, 12].map(howMany)).toEqual(["There is a problem", "There are 2 problems", "There are 12 problems"]);
    expect(await render(<FormErrors errors={[]} />)).toBe("");
  });
});

describe("a button that cannot be used now", () => {
  it("says why, cannot submit, and can still be reached by keyboard", async () => {
    const html = await render(<Button disabledReason="Waiting for 1 upload">Submit</Button>);
    const button = tag(html, "<button");
    expect(attribute(button, "aria-disabled")).toBe("true");
    expect(attribute(button, "type")).toBe("button");
    expect(attribute(button, "title")).toBe("Waiting for 1 upload");
    expect(html).toContain(`<span id="${attribute(button, "aria-describedby")}" class="sr-only">Waiting for 1 upload`);
    expect(button).not.toMatch(/\sdisabled/);
  });
  it("as a link leads nowhere", async () => {
    const html = await render(
      <LinkButton to="/sms/history" disabledReason="The list is empty">
        Export CSV
      </LinkButton>,
    );
    expect(html).not.toContain("href");
    expect(html).toContain("The list is empty");
  });
  it("otherwise submits", async () => {
    expect(attribute(tag(await render(<Button>Send</Button>), "<button"), "type")).toBe("submit");
  });
});
