/** Letters of other scripts that look like Latin ones. */
export const LOOK_ALIKE_LETTERS: ReadonlyMap<string, string> = new Map(
  [
    ...'аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwӏlɡgαaοoνvρpτtυuκkιiηnβbγyεeАAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSΑAΒBΕEΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXΖZ'.matchAll(
      /(.)([A-Za-z])/gu,
    ),
  ].map(([, sign = '', latin = '']) => [sign, latin]),
);
