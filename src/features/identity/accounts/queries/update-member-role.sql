UPDATE members SET role = :role, revision = nextval('row_revision')
WHERE organization_id = :organization_id AND user_id = :user_id
