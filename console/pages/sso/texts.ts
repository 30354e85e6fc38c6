/** The texts of this folder. */

export const of1AtYourProvider = "1. At your provider";
export const makeAWebApplicationOpenid =
  "Make a web application (OpenID Connect, authorization code), and enter both of these as its redirect URIs.";
export const forSigningOutThereToo = "For signing out there too, enter {words} as its sign-out redirect URI.";
export const theGuideDocsSign =
  "The guide docs/sign-in.md has the exact fields for Okta, Entra, Keycloak and Google.";
export const of2WhatTheProviderGives = "2. What the provider gives you";
export const issuer = "Issuer";
export const theAddress = "The address by which the provider names itself.";
export const clientId = "Client ID";
export const clientSecret = "Client secret";
export const savedTypeToReplaceIt = "Saved. Type to replace it.";
export const storedSealedAndShown = "Stored sealed, and shown to nobody again.";
export const scopes = "Scopes";
export const whatIsRequestedSomeProviders =
  "What is requested. Some providers send groups only with a scope of their own.";
export const of3WhoIsLetIn = "3. Who is let in";
export const claimWithGroups = "Claim with groups";
export const theClaimThatLists =
  "The claim that lists a person's groups or roles. The test shows every claim.";
export const roleOfEverybodyElse = "Role of everybody else";
export const noneTheyAreRefused = "None: they are refused";
export const domains = "Domains";
export const onlyAddressesOfTheseDomains = "Only addresses of these domains are let in. Empty: any.";
export const letInPeopleWhomNobody = "Let in people whom nobody invited";
export const theyBecomeMembersAtTheir = "They become members at their first sign-in, if they get a role.";
export const roles = "Roles";
export const whichGroupGivesWhichRole =
  "Which group gives which role. It is set at every sign-in; of several roles the highest counts. Without a group here, you set roles on the page Members.";
export const role = "role";
export const roleOfGroup = (count: number) => `Role of group ${count}`;
export const removeRole = (count: number) => `Remove role ${count}`;
export const teams = "Teams";
export const thereIsNoTeamYet = "There is no team yet.";
export const whichGroupBelongs = "Which group belongs to which team. People are added at every sign-in.";
export const team = "team";
export const teamOfGroup = (count: number) => `Team of group ${count}`;
export const othersLeave = "others leave";
export const removeTeam = (count: number) => `Remove team ${count}`;
export const addAGroup = "Add a group";
export const groupWithA = (count: number, what: string) => `Group ${count} with a ${what}`;
export const group = "Group";
export const provisioning = "Provisioning";
export const yourProviderAddsChanges =
  "Your provider adds, changes and removes members here by itself (SCIM 2.0). Its groups give roles and teams, as set above.";
export const baseUrl = "Base URL";
export const noTokenYetCreateOne =
  "No token yet. Create one, and enter it at the provider with the base URL.";
export const newScimToken = "New SCIM token";
export const scimToken = "SCIM token";
export const theProviderCanChangeNobody =
  "The provider can change nobody here with it from now on. Members and groups stay as they are.";
export const token = "Token";
export const lastUsed = "Last used";
export const expires = "Expires";
export const created = "Created";
export const by = (createdBy: string) => `by ${createdBy}`;
export const revoke = "Revoke";
export const revokeName = (name: string) => `Revoke ${name}`;
export const tokenWithin = "token";
export const name = "Name";
export const okta = "Okta";
export const theAuditLogShows = "The audit log shows this name with every change that the provider makes.";
export const provisioningStopsWithTheToken = "Provisioning stops with the token.";
export const createToken = "Create token";
export const theTest = "The test";
export const theTestSignInFailed = "The test sign-in failed";
export const theTestSignInWorked = "The test sign-in worked";
export const test = "Test";
export const somebodyLikeThisWould = "Somebody like this would be refused";
export const roleTitle = "Role";
export const teamsJoined = "Teams joined";
export const whatTheProviderSays = "What the provider says of the person:";
export const claims = "Claims";
export const claim = "Claim";
export const value = "Value";
export const of4UseIt = "4. Use it";
export const membersCanSign = "Members can sign in by it";
export const thePageForSigning = "The page for signing in has a button for it.";
export const testItFirstTheTest = "Test it first: the test shows what the provider says.";
export const membersCanSignInInNoOtherWay = "Members can sign in in no other way";
export const passwordsNoLongerReach =
  "Passwords no longer reach this organization. Sessions by a password lose it at once.";
export const whoCanStillUse = "Who can still use a password";
export const oneOrgAdmin =
  "One Org admin, for the day when the provider is away. Keep that password in a safe place.";
export const ifYouAreSigned =
  "If you are signed in with a password, you leave this organization's pages when you save, and sign in at the provider to come back.";
export const signIn = "Sign-in";
export const onlyAnOrgAdminCan = "Only an Org admin can see and change how members sign in.";
export const membersSign =
  "Members sign in at your own identity provider, such as Okta, Entra, Keycloak or Google. Save, test, then switch it on.";
export const forPasswordsAnOrganizationCan =
  "For passwords, an organization can <link>require a second factor</link>. What a provider asks for next to its password is set up there.";
export const save = "Save";
export const saveAndTest = "Save and test";
export const testSignIn = "Test sign-in";
export const saved = "Saved.";
export const removeBegun = "Remove…";
export const signInOf = "sign-in of";
export const remove = "Remove";
export const whoeverSigned =
  "Whoever signed in by it is signed out, and members sign in with a password again. Who has none needs an invitation by mail.";
