/** The texts of this folder. */

export const connectingOneNeedsTheRole = "Connecting one needs the role Org admin.";
export const isItConnectedAlreadySee =
  "Is it connected already? See the <link>data sources</link> and the <connectors>connectors</connectors>. Or make <aData>a data source alone</aData>, or <aConnector>a connector alone</aConnector>.";
export const theExamplesCommand = "The example's command";
