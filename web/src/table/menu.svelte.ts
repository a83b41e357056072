export type MenuPage = "menu" | "keys" | "rules";

/** Is what the menu shows over the page, whoever asked for it. */
class Menu {
  open: MenuPage | null = $state(null);
  rule: string | null = $state(null); // where the rules open
  game: string | null = $state(null); // whose rules they are, where no rule says so
  hint: string | null = null; // the rule behind what was just refused

  showRule(rule: string | null): void {
    this.rule = rule;
    this.open = "rules";
  }
}

export const menu = new Menu();
