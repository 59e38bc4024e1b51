import type { Signer } from "ethers";
import type { Duel, Fight } from "../types/contracts/index.ts";
import type { IDuel } from "../types/contracts/Duel.ts";

/** A signed ERC-2612 permit that lets Duel take exactly this amount from the signer. */
export async function signPermit(
  signer: Signer,
  fight: Fight,
  duel: Duel,
  amount: bigint,
  deadline: bigint,
): Promise<IDuel.PermitStruct> {
  const owner = await signer.getAddress();
  const { name, version, chainId, verifyingContract } = await fight.eip712Domain();
  const signature = await signer.signTypedData(
    { name, version, chainId, verifyingContract },
    {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    { owner, spender: await duel.getAddress(), value: amount, nonce: await fight.nonces(owner), deadline },
  );
  const bytes = signature.slice(2);
  return {
    deadline,
    r: `0x${bytes.slice(0, 64)}`,
    s: `0x${bytes.slice(64, 128)}`,
    v: Number.parseInt(bytes.slice(128), 16),
  };
}
