INSERT INTO sso_identities (organization_id, issuer, subject, user_id, linked_at)
VALUES (:organization_id, :issuer, :subject, :user_id, :linked_at)
