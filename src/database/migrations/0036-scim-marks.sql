-- By what somebody is known whom the provider keeps here by SCIM and who is no member, or whom it has deleted: they come
-- back by SCIM or an invitation, and not by signing in. A mark is a JSON list: of a subject, an address, an account, or
-- the provider's own id. What SCIM has deleted has its marks still.
CREATE TABLE scim_marks (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  mark text COLLATE "C" NOT NULL,
  scim_user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, mark, scim_user_id)
);
