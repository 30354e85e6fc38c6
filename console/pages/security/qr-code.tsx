/** A QR code, dark on light in every appearance: that is how cameras read it. */
import { encode } from "uqr";

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width="196"
      height="196"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ background: "#fff", borderRadius: 6, flex: "none" }}
    >
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
