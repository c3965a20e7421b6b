/** Numbers as they are typed, one on each line: "0712 000 118, Amina Hassan". */
export function parseTargets(text: string): { phone: string; name: string }[] {
  return text.split("\n").flatMap((line) => {
    const [phone = "", ...name] = line.split(/[,;\t]/);
    return phone.trim() === "" ? [] : [{ phone: phone.trim().slice(0, 40), name: name.join(" ").trim().slice(0, 200) }];
  });
}
