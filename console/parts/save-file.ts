/** Saves what the service answered as a file of the reader's. */
export function saveFile(content: Blob | string, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    typeof content === "string" ? new Blob([content], { type: "application/octet-stream" }) : content,
  );
  link.download = filename;
  link.click();
  URL.revokeObjectURL(link.href);
}
