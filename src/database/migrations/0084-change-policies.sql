-- Whether the organization has change policies, where every credential is read: changes of one without any ask nothing more.
ALTER TABLE organizations ADD COLUMN has_policies boolean NOT NULL DEFAULT false;

-- Locked first: who writes policies at the same time is read after that.
CREATE FUNCTION note_policies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE of_organization text := coalesce(NEW.organization_id, OLD.organization_id);
BEGIN
  IF current_setting('application_name') <> 'orgconfig backup' THEN
    PERFORM FROM organizations WHERE id = of_organization FOR NO KEY UPDATE;
    UPDATE organizations SET has_policies = NOT has_policies
    WHERE id = of_organization AND has_policies <> EXISTS (
      SELECT FROM rows WHERE organization_id = of_organization AND kind = 'change_policies'
    );
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER rows_note_new_policies AFTER INSERT ON rows FOR EACH ROW
  WHEN (NEW.kind = 'change_policies') EXECUTE FUNCTION note_policies();
CREATE TRIGGER rows_note_gone_policies AFTER DELETE ON rows FOR EACH ROW
  WHEN (OLD.kind = 'change_policies') EXECUTE FUNCTION note_policies();

-- Credentials that may read and propose, and nothing else; and who answers for a key: the person who made it.
ALTER TABLE api_keys ADD COLUMN propose_only boolean NOT NULL DEFAULT false;
ALTER TABLE api_keys ADD COLUMN made_by text COLLATE "C";
ALTER TABLE tokens ADD COLUMN propose_only boolean NOT NULL DEFAULT false;

UPDATE api_keys SET made_by = person.id
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = api_keys.organization_id AND person.email = api_keys.created_by;
