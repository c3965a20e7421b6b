import { X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../kit/ui/button";
import type { ChosenDevice, DeviceKind } from "./microphone";
import type { Phone } from "./phone.client";
import type { PhoneState } from "./phone-store";

type SoundPanelProps = { phone: Phone; state: PhoneState; onClose(): void };

/** Which microphone and speakers the phone uses in this browser, and whether it may notify. */
export function SoundPanel({ phone, state: { devices }, onClose }: SoundPanelProps) {
  const { inputs, outputs, chosen } = devices;
  const [asked, setAsked] = useState("Notification" in window ? Notification.permission : "denied");
  const fields: [DeviceKind, string, readonly ChosenDevice[]][] = [
    ["audioinput", "Microphone", inputs],
    ["audiooutput", "Speaker for calls", outputs],
    ["ring", "Speaker for ringing", outputs],
  ];
  return (
    <div className="mt-3 grid gap-2 border-t border-line pt-2">
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-semibold">Sound</h2>
        <Button type="button" variant="ghost" icon={X} label="Close the sound settings" onClick={onClose} />
      </div>
      {fields.map(([kind, label, there]) => (
        <DeviceField
          key={kind}
          label={label}
          there={there}
          chosen={chosen[kind]}
          onChoose={(device) => void phone.choose(kind, device)}
        />
      ))}
      {asked === "default" && (
        <Button type="button" onClick={async () => setAsked(await Notification.requestPermission())}>
          Notify me when a call rings
        </Button>
      )}
    </div>
  );
}

type DeviceFieldProps = {
  label: string;
  there: readonly ChosenDevice[];
  chosen: ChosenDevice | undefined;
  onChoose(device: ChosenDevice | undefined): void;
};

function DeviceField({ label, there, chosen, onChoose }: DeviceFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input mt-1 w-full"
        value={chosen?.id ?? ""}
        onChange={(event) => onChoose(there.find((one) => one.id === event.currentTarget.value))}
      >
        <option value="">The computer's own choice</option>
        {there
          .filter(({ id: device }) => device !== "default")
          .map((device, at) => (
            <option key={device.id} value={device.id}>
              {device.label || `${label} ${at + 1}`}
            </option>
          ))}
      </select>
    </div>
  );
}
