/** `completion`: what a shell needs to complete this program's commands and options, made of the commands themselves. */
import { Argument, type Command } from "commander";

const shells = ["bash", "zsh"] as const;

/** Adds `completion` to the program, when all other commands are there. */
export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .description(
      'print a script that completes commands and options: eval "$(orgconfig completion bash)" in ~/.bashrc, or with zsh in ~/.zshrc',
    )
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action((shell: (typeof shells)[number]) => void process.stdout.write(scriptFor(program, shell)));
}

/** A command by the words that lead to it, such as `import openslo`; none for the program itself. */
interface Place {
  readonly words: string;
  readonly command: Command;
}

function placesOf(command: Command, words = ""): Place[] {
  const inner = command.commands.flatMap((one) => placesOf(one, `${words} ${one.name()}`.trim()));
  return [{ words, command }, ...inner];
}

/** zsh takes the script of bash, with what it has for that. */
function scriptFor(program: Command, shell: (typeof shells)[number]): string {
  const places = placesOf(program);
  const name = program.name();
  const paths = places.flatMap(({ words }) => (words === "" ? [] : [`"${words}"`]));
  const candidates = places.map(
    ({ words, command }) => `    "${words}") candidates="${offered(command)}" ;;`,
  );
  const choices = places.flatMap(({ words, command }) =>
    command.options.flatMap(({ long, argChoices }) =>
      argChoices === undefined ? [] : [`    "${words} ${long}") candidates="${argChoices.join(" ")}" ;;`],
    ),
  );
  return [
    ...(shell === "zsh"
      ? ["autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit"]
      : []),
    `_${name}() {`,
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"`,
    '  local place="" next="" candidates="" word',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    `    next="\${place:+$place }$word"`,
    '    case "$next" in',
    `      ${paths.join("|")}) place="$next" ;;`,
    "    esac",
    "  done",
    '  case "$place" in',
    ...candidates,
    "  esac",
    '  case "$place $previous" in',
    ...choices,
    "  esac",
    '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
    "}",
    // Where none of these fits, the shell offers files.
    `complete -o default -F _${name} ${name}`,
    "",
  ].join("\n");
}

function offered({ commands, options, registeredArguments }: Command): string {
  const names = commands.map((command) => command.name());
  const values = registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...names, ...values, ...options.flatMap(({ long }) => long ?? []), "--help"].join(" ");
}
