INSERT INTO second_factors (id, user_id, kind, name, created_at, confirmed_at, credential_id, public_key, sign_count, transports)
VALUES (:id, :user_id, 'passkey', :name, :created_at, :created_at, :credential_id, :public_key, :sign_count, :transports)
ON CONFLICT (user_id, credential_id) DO NOTHING
RETURNING id
