import { expect } from "chai";
import { FunctionFragment } from "ethers";
import type { Contracts } from "../chain/embedded.ts";
import { deployGame, ethers, networkHelpers } from "./helpers/fixture.ts";

describe("Fight", () => {
  let fight: Contracts["fight"];
  beforeEach(async () => {
    ({ fight } = await networkHelpers.loadFixture(deployGame));
  });

  it("is called Fight and divides like ether", async () => {
    expect([await fight.name(), await fight.symbol(), await fight.decimals()]).to.deep.equal([
      "Fight",
      "FIGHT",
      18n,
    ]);
  });

  it("mints its whole supply once, to the treasury", async () => {
    const [treasury] = await ethers.getSigners();
    expect(await fight.balanceOf(treasury!)).to.equal(await fight.totalSupply());
  });

  it("has a supply of a billion", async () => {
    expect(await fight.totalSupply()).to.equal(10n ** 27n);
  });

  it("has a supply that 96 bits hold, so that any sum of stakes fits", async () => {
    expect(await fight.SUPPLY()).to.be.lessThan(2n ** 96n);
  });

  it("lets nobody mint, burn, pause or administer it", () => {
    const changing = fight.interface.fragments
      .filter((fragment) => fragment instanceof FunctionFragment && !fragment.constant)
      .map((fragment) => (fragment as FunctionFragment).name);
    expect([...new Set(changing)].toSorted()).to.deep.equal([
      "approve",
      "approveAndCall",
      "permit",
      "transfer",
      "transferAndCall",
      "transferFrom",
      "transferFromAndCall",
    ]);
  });

  for (const [name, interfaceId] of [
    ["ERC-165", "0x01ffc9a7"],
    ["ERC-1363", "0xb0202a11"],
  ] as const) {
    it(`says that it supports ${name}`, async () => {
      expect(await fight.supportsInterface(interfaceId)).to.equal(true);
    });
  }

  it("does not claim what it does not support", async () => {
    expect(await fight.supportsInterface("0xffffffff")).to.equal(false);
  });

  it("refuses tokens for a contract that does not expect them", async () => {
    const sending = fight["transferAndCall(address,uint256)"](fight, 1n);
    await expect(sending)
      .to.be.revertedWithCustomError(fight, "ERC1363InvalidReceiver")
      .withArgs(await fight.getAddress());
  });
});
