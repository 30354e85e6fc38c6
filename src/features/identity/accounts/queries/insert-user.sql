-- @param password_hash, proved_at: nullable
INSERT INTO users (id, email, email_folded, name, password_hash, password_state, proved_at, created_at)
VALUES (:id, :email, :email_folded, :name, :password_hash, :password_state, :proved_at, :created_at)
