/** Texts that have nothing to do with anybody's chat: other languages, tables, machine output, noise. What a bank of talk should find foreign. */
export const FOREIGN_TEXTS: readonly string[] = [
  'zxq vbn kjh wert plok mnb fgh dsa qwe rty uio pas dfg hjk lzx cvb nmq',
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua',
  '0x4f 0x9a 0x11 0xfe 0x00 0x7c 0xaa 0x31 0x5d 0x88 0x19 0xc3 0xe0 0x42',
  'SKU-88172;4;12.90;EUR;pallet B7;dock 3 / SKU-88173;9;3.10;EUR;pallet B8;dock 3 / SKU-99120;1;880.00;EUR;pallet A1;dock 1',
  'Der Ausschuss vertagt die Anhörung zur Novelle der Abwassergebührenverordnung auf das dritte Quartal.',
  'Kvartalsrapporten viser en nedgang i eksporten av frossen laks til det asiatiske markedet.',
  'kernel: usb 1-1.4: new high-speed USB device number 7 using xhci_hcd; kernel: eth0: link is down; systemd: Stopped target Network.',
  'Jurisprudencia consolidada sobre la prescripción de las acciones hipotecarias en el derecho foral navarro.',
  'The stoichiometric coefficient of the permanganate ion in acidic titration against oxalate equals two fifths.',
  'Cheap replica watches wholesale pharmacy casino bonus free spins crypto airdrop click subscribe',
  'INSERT INTO ledger (acct, dr, cr) VALUES (4711, 0, 99.5), (4712, 99.5, 0); COMMIT; VACUUM ANALYZE ledger;',
  'Tribunali i Apelit la në fuqi vendimin për pezullimin e koncesionit të hidrocentralit.',
];
