// Shows the buttons that copy a field, and says in their live region what became of it. Pages work without this file.
"use strict";

async function copy(field) {
  // Browsers have a clipboard on secure origins only.
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      // Permission was denied. The older way may still be allowed.
    }
  }
  field.select();
  return document.execCommand("copy");
}

for (const button of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  const status = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", async () => {
    status.textContent = "";
    const copied = await copy(field);
    status.textContent = copied ? "Copied" : "The text is selected. Copy it with your keyboard.";
  });
}
