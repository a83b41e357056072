export type MenuPage = "menu" | "keys" | "rules";

/** Is what the menu shows over the page, whoever asked for it. */
class Menu {
  open: MenuPage | null = $state(null);
  rule: string | null = $state(null); // where the rules open

  showRule(rule: string | null): void {
    this.rule = rule;
    this.open = "rules";
  }
}

export const menu = new Menu();
