import { Button } from "../../kit/ui/button";

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];

type KeypadProps = { digits: string; onKey(key: string): void; onClose(): void };

/** Keys for the menus of other people's telephones; the digits can be typed as well. */
export function Keypad({ digits, onKey, onClose }: KeypadProps) {
  return (
    <fieldset
      className="mt-2"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
        if (!keys.includes(event.key)) return;
        event.preventDefault();
        onKey(event.key);
      }}
    >
      <legend className="sr-only">Keypad</legend>
      <output className="input num block w-full overflow-hidden tracking-widest" aria-label="Keys pressed">
        {digits || " "}
      </output>
      <div className="mt-2 grid grid-cols-3 gap-2">
        {keys.map((key) => (
          <Button key={key} type="button" size="lg" autoFocus={key === "1"} onClick={() => onKey(key)}>
            {key}
          </Button>
        ))}
      </div>
      <Button type="button" className="mt-2 w-full" onClick={onClose}>
        Hide keypad
      </Button>
    </fieldset>
  );
}
