export const chooseReader=(p:string,h:string):any=>null; export const readerNamed=(n:string):any=>null;
